/** Writes GPX and TCX files for tests of their readers. */

export const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const point = (time: string): string =>
  `<trkpt lat="52.5163" lon="13.3777"><ele>34.2</ele><time>${time}</time>
<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>142</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>`;

export const gpxTrack = (times: readonly string[], type?: string): string =>
  `<trk><name>Somewhere &amp; back</name>${type === undefined ? "" : `<type>${type}</type>`}
<trkseg>${times.map(point).join("\n")}</trkseg></trk>`;

export const gpxFile = (...tracks: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Garmin Connect" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
<metadata><link href="connect.garmin.com"><text>Garmin Connect</text></link><time>2001-01-01T00:00:00Z</time></metadata>
${tracks.join("\n")}
</gpx>`;

export const tcxLap = (start: string, seconds: number, meters: number): string =>
  `<Lap StartTime="${start}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters>
<Calories>320</Calories><Track><Trackpoint><Time>${start}</Time><DistanceMeters>99999</DistanceMeters></Trackpoint></Track>
</Lap>`;

export const tcxActivity = (sport: string, id: string, ...laps: readonly string[]): string =>
  `<Activity Sport="${sport}"><Id>${id}</Id>${laps.join("")}</Activity>`;

export const tcxFile = (...activities: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
<Activities>${activities.join("\n")}</Activities>
</TrainingCenterDatabase>`;
