package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;

/**
 * The place of a mark that was forced, kept apart from the log, which may be cut before it. It
 * makes a store's folder that of a node of several.
 *
 * <p>The file is replaced as a whole, so a crash leaves the earlier place or this one. The place
 * may lag the log but never leads it.
 *
 * <p>Runs on: one thread at a time that may block.
 */
public final class AppliedFile {

  /** Name of the file in the store's folder. */
  public static final String FILE = "APPLIED";

  private final Folder folder;
  private final UUID storeId;

  /** Makes the file of a store, in the store's folder. */
  public AppliedFile(Folder folder, UUID storeId) {
    this.folder = folder;
    this.storeId = storeId;
  }

  /**
   * Returns the place; empty if the store has been that of a single node so far, or comes from a
   * backup of another store. Fails with {@link FileDamaged} if it cannot be told any more; the node
   * needs a copy of another one's store then.
   */
  public Optional<Place> read() throws IOException {
    if (!folder.exists(FILE)) {
      return Optional.empty();
    }
    var properties = new Properties();
    properties.load(new StringReader(new SmallFile(folder, FILE).read()));
    if (!properties.getProperty("store", "").equals(storeId.toString())) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Place(
          new Applied(number(properties, "term"), number(properties, "index")),
          number(properties, "position")));
    } catch (IllegalArgumentException e) {
      throw new FileDamaged(folder.locate(FILE), 0, "place");
    }
  }

  private static long number(Properties properties, String name) {
    return Long.parseLong(properties.getProperty(name, "none"));
  }

  /** Replaces the place durably. */
  public void write(Place place) throws IOException {
    var properties = new Properties();
    properties.setProperty("store", storeId.toString());
    properties.setProperty("term", Long.toString(place.entry().term()));
    properties.setProperty("index", Long.toString(place.entry().index()));
    properties.setProperty("position", Long.toString(place.endPosition()));
    var text = new StringWriter();
    properties.store(
        text, "Where this node is in the sequence that all nodes agree on. Do not edit.");
    new SmallFile(folder, FILE).write(text.toString());
  }
}
