package io.weir.engine.disk;

import java.io.IOException;
import java.util.List;

/**
 * A folder, reduced to what a store asks of it; the seam where tests put a faulty disk.
 *
 * <p>Creating, renaming and deleting are durable after {@link #force()} only; until then a crash
 * may undo any of them, one without the other. Runs on: several threads at once, for different
 * files.
 */
public interface Folder extends DiskSpace {

  /** The folder of this name inside this one, made durably if it is missing. */
  Folder folder(String name) throws IOException;

  /** Names of the files and folders in the folder, in any order. */
  List<String> list() throws IOException;

  default boolean exists(String name) throws IOException {
    return list().contains(name);
  }

  /** Creates an empty file, open for reading and writing; fails when the name is taken. */
  DiskFile create(String name) throws IOException;

  /** Opens a file for reading and writing. */
  DiskFile open(String name) throws IOException;

  /** Opens a file that will only be read. */
  DiskFile openToRead(String name) throws IOException;

  /** Gives a file another name, in one step; the name must be free. An open file stays open. */
  void rename(String from, String to) throws IOException;

  /** Gives a file another name, in one step, in place of the file that bore it, if there is one. */
  void replace(String from, String to) throws IOException;

  /** Deletes a file if it exists. */
  void delete(String name) throws IOException;

  /** Makes all creations, renamings and deletions so far durable. */
  void force() throws IOException;

  /** Where a file of this name lies, for people to read. */
  String locate(String name);
}
