package io.weir.engine.checkpoint;

import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import java.util.Properties;

/**
 * The reference to the current snapshot, stored in the file {@code MANIFEST}.
 *
 * @param file name of the snapshot
 * @param position the snapshot contains everything logged before it
 * @param seenPosition the snapshot contains nothing logged at or after it; the log was forced up to
 *     here before the snapshot became current
 */
public record SnapshotManifest(String file, long position, long seenPosition) {

  public static final String FILE = "MANIFEST";

  private static final String SNAPSHOT = "snapshot";
  private static final String POSITION = "position";
  private static final String SEEN = "seen";

  /** Reads the manifest of a folder; empty if there is none. Fails with {@link FileDamaged}. */
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

  /** Makes the snapshot current. The change is durable when this method returns. */
  void write(Folder folder) throws IOException {
    new SmallFile(folder, FILE)
        .write(SNAPSHOT + "=" + file + "\n" + POSITION + "=" + position + "\n" + SEEN + "="
            + seenPosition + "\n");
  }
}
