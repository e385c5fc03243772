package io.weir.engine.snapshot;

import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import java.util.Properties;

/**
 * Which snapshot counts, as the file {@code MANIFEST} says it.
 *
 * @param file name of the snapshot
 * @param position everything logged before it is in the snapshot
 * @param seenPosition nothing logged at or behind it is in the snapshot; the log was forced up to here before the snapshot counted
 */
public record SnapshotManifest(String file, long position, long seenPosition) {

  public static final String FILE = "MANIFEST";

  private static final String SNAPSHOT = "snapshot";
  private static final String POSITION = "position";
  private static final String SEEN = "seen";

  /** Reads the manifest of a folder; empty when there is none. Fails with {@link FileDamaged}. */
  public static Optional<SnapshotManifest> read(Folder folder) throws IOException {
    var file = new SmallFile(folder, FILE);
    if (!file.exists()) {
      return Optional.empty();
    }
    var properties = new Properties();
    properties.load(new StringReader(file.read()));
    try {
      return Optional.of(new SnapshotManifest(
          properties.getProperty(SNAPSHOT, ""),
          Long.parseLong(properties.getProperty(POSITION, "")),
          Long.parseLong(properties.getProperty(SEEN, ""))));
    } catch (NumberFormatException e) {
      throw new FileDamaged(folder.locate(FILE), 0, "notAManifest");
    }
  }

  /** Makes the snapshot count from when this returns. */
  void write(Folder folder) throws IOException {
    new SmallFile(folder, FILE)
        .write(SNAPSHOT + "=" + file + "\n" + POSITION + "=" + position + "\n" + SEEN + "="
            + seenPosition + "\n");
  }
}
