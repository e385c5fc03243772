package io.weir.engine.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.UUID;

/**
 * What a store is for as long as it lives, kept in the file {@code STORE} as properties.
 *
 * @param id names the store in all its files
 * @param partitionGroups number of shards
 */
record StoreIdentity(UUID id, int partitionGroups) {

  static final String FILE = "STORE";
  private static final String FORMAT = "1";

  /** Reads the identity of a store that is there. */
  static StoreIdentity read(Path folder) throws IOException {
    var properties = new Properties();
    properties.load(new StringReader(Files.readString(folder.resolve(FILE), UTF_8)));
    var format = properties.getProperty("format", "none");
    if (!format.equals(FORMAT)) {
      throw new StoreUnusable(
          "The store was written by another version of Weir; open it with that one. folder="
              + folder + " format=" + format + " known=" + FORMAT,
          null);
    }
    try {
      return new StoreIdentity(
          UUID.fromString(properties.getProperty("id", "")),
          Integer.parseInt(properties.getProperty("partitionGroups", "")));
    } catch (IllegalArgumentException e) {
      throw new StoreUnusable(
          "The store's identity is damaged; restore it from a backup. file=" + folder.resolve(FILE),
          e);
    }
  }

  /** Founds a store: from when this returns, the folder is one. */
  void write(Path folder) throws IOException {
    var properties = new Properties();
    properties.setProperty("format", FORMAT);
    properties.setProperty("id", id.toString());
    properties.setProperty("partitionGroups", Integer.toString(partitionGroups));
    var text = new StringWriter();
    properties.store(text, "A Weir store. Do not edit.");
    var draft = folder.resolve(FILE + ".new");
    Files.writeString(draft, text.toString(), UTF_8);
    try (var file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      file.force(true);
    }
    Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    try (var directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }
}
