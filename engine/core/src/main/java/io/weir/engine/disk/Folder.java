package io.weir.engine.disk;

import java.io.IOException;
import java.util.List;

/**
 * A folder, reduced to the operations that a store needs. Tests substitute a faulty disk here.
 *
 * <p>Creations, renames and deletions are durable only after {@link #force()}; until then a crash
 * may undo any of them independently. Runs on: several threads at once, for different files.
 */
public interface Folder extends DiskSpace {

  /** Returns the folder of this name inside this one. Creates it durably if it is missing. */
  Folder folder(String name) throws IOException;

  /** Returns the names of the files and folders in the folder, in any order. */
  List<String> list() throws IOException;

  default boolean exists(String name) throws IOException {
    return list().contains(name);
  }

  /** Creates an empty file, open for reading and writing; fails if the name is taken. */
  DiskFile create(String name) throws IOException;

  /** Opens a file for reading and writing. */
  DiskFile open(String name) throws IOException;

  /** Opens a file for reading only. */
  DiskFile openToRead(String name) throws IOException;

  /** Renames a file atomically; the new name must be free. An open file stays open. */
  void rename(String from, String to) throws IOException;

  /** Renames a file atomically and replaces the file that had the new name, if there is one. */
  void replace(String from, String to) throws IOException;

  /**
   * Gives a file of another folder the same name in this one too, if the file system can. Both
   * names are of one file then, which nobody may change. Returns false if it cannot; the caller
   * copies the file.
   */
  default boolean link(Folder from, String name) throws IOException {
    return false;
  }

  /** Deletes a file if it exists. */
  void delete(String name) throws IOException;

  /** Makes all creations, renamings and deletions so far durable. */
  void force() throws IOException;

  /** Returns the path of the file of this name, for people to read. */
  String locate(String name);
}
