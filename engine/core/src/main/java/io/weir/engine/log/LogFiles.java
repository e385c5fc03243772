package io.weir.engine.log;

import java.io.IOException;
import java.util.List;

/**
 * The folder of a log, reduced to what the log asks of it; the seam where tests put a faulty disk.
 *
 * <p>Creating, renaming and deleting are durable after {@link #force()} only; until then a crash
 * may undo any of them, one without the other. Runs on: several threads at once, for different
 * files.
 */
public interface LogFiles {

  /** Names of the files in the folder, in any order. */
  List<String> list() throws IOException;

  /** Creates an empty file, open for reading and writing; fails when the name is taken. */
  LogFile create(String name) throws IOException;

  /** Opens a file for reading and writing. */
  LogFile open(String name) throws IOException;

  /** Gives a file another name, in one step; the name must be free. An open file stays open. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file if it exists. */
  void delete(String name) throws IOException;

  /** Makes all creations, renamings and deletions so far durable. */
  void force() throws IOException;
}
