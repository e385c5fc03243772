package io.weir.engine.store;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Properties;
import java.util.UUID;

/**
 * The permanent properties of a store, kept in the file {@code STORE}.
 *
 * @param id identifies the store in all its files
 * @param partitionGroups number of shards
 */
public record StoreIdentity(UUID id, int partitionGroups) {

  public static final String FILE = "STORE";

  /** Since checkpoints of pages, which versions before do not know. */
  private static final String FORMAT = "2";

  private static final String FORMAT_WITHOUT_CHECKPOINTS = "1";

  /** Reads the identity of an existing store. */
  public static StoreIdentity read(Folder folder) throws IOException {
    var properties = new Properties();
    properties.load(new StringReader(new SmallFile(folder, FILE).read()));
    var format = properties.getProperty("format", "none");
    if (!format.equals(FORMAT) && !format.equals(FORMAT_WITHOUT_CHECKPOINTS)) {
      throw new StoreUnusable(
          "The store was written by another version of Weir; open it with that one. folder="
              + folder.locate("") + " format=" + format + " known=" + FORMAT,
          null);
    }
    try {
      return new StoreIdentity(
          UUID.fromString(properties.getProperty("id", "")),
          Integer.parseInt(properties.getProperty("partitionGroups", "")));
    } catch (IllegalArgumentException e) {
      throw new StoreUnusable(
          "The store's identity is damaged; restore it from a backup. file=" + folder.locate(FILE),
          e);
    }
  }

  /** Whether a store was last opened by a version that does not know checkpoints of pages. */
  static boolean isWithoutCheckpoints(Folder folder) throws IOException {
    var properties = new Properties();
    properties.load(new StringReader(new SmallFile(folder, FILE).read()));
    return FORMAT_WITHOUT_CHECKPOINTS.equals(properties.getProperty("format"));
  }

  /** Writes the identity. The folder is a store as soon as this returns. */
  public void write(Folder folder) throws IOException {
    var properties = new Properties();
    properties.setProperty("format", FORMAT);
    properties.setProperty("id", id.toString());
    properties.setProperty("partitionGroups", Integer.toString(partitionGroups));
    var text = new StringWriter();
    properties.store(text, "A Weir store. Do not edit.");
    new SmallFile(folder, FILE).write(text.toString());
  }
}
