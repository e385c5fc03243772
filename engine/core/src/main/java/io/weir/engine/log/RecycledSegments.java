package io.weir.engine.log;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files of segments that the log needs no longer, kept to become segments again.
 *
 * <p>The disk has allocated their blocks already, so they need no zeros: the log writes each byte
 * once in place of twice. Their old content is void, because the checksum of a frame is seeded with
 * its segment's salt.
 *
 * <p>At most as many are kept as one truncation retires, and at most {@value #MOST}. A log that is
 * filled and truncated at a steady rate therefore takes no more of the disk than it does just
 * before a truncation. Segments of earlier processes, of another length, and those that ended with
 * a failure are never used again: of a file whose write or force failed nothing is known.
 *
 * <p>Runs on: {@link #noteSound} and {@link #forget}: log thread; {@link #retire} and
 * {@link #renamesAreDurable}: the thread that truncates; {@link #takeAs} and {@link #giveUp}: any
 * thread that may block.
 */
final class RecycledSegments {
  static final int MOST = 16;

  private static final String SUFFIX = ".old";
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{16}\\.log\\.old");

  private final Folder files;

  /** Names of segments that were filled and forced without a failure, and are not retired yet. */
  private final Set<String> sound = ConcurrentHashMap.newKeySet();

  /** Names of files that may be used. A thread that takes a name owns the file. */
  private final ArrayBlockingQueue<String> ready = new ArrayBlockingQueue<>(MOST);

  /**
   * Names of files that were renamed since the folder was forced. Belongs to the thread that
   * truncates.
   */
  private final List<String> renamed = new ArrayList<>();

  RecycledSegments(Folder files) {
    this.files = files;
  }

  /** Notes that a segment is full and forced, and that nothing has failed in it. */
  void noteSound(String name) {
    sound.add(name);
  }

  /** Notes that a segment is void. A later one may have its name. */
  void forget(String name) {
    sound.remove(name);
  }

  /**
   * Renames the files of some retired segments and deletes the others. The renamed files may be
   * used when the folder has been forced, which {@link #renamesAreDurable} reports: a file must not
   * get its old name back after its content has changed.
   */
  void retire(List<String> segments) throws IOException {
    int wanted = Math.min(MOST, segments.size());
    boolean given = true;
    while (given && ready.size() > wanted) {
      given = giveUp();
    }
    for (String segment : segments) {
      if (sound.remove(segment) && ready.size() + renamed.size() < wanted) {
        files.rename(segment, segment + SUFFIX);
        renamed.add(segment + SUFFIX);
      } else {
        files.delete(segment);
      }
    }
  }

  /** Notes that the folder was forced after the last renames. */
  void renamesAreDurable() {
    ready.addAll(renamed);
    renamed.clear();
  }

  /** Gives a kept file another name and opens it. Returns null if there is none. */
  @Nullable
  DiskFile takeAs(String name) throws IOException {
    String kept = ready.poll();
    if (kept == null) {
      return null;
    }
    files.rename(kept, name);
    try {
      return files.open(name);
    } catch (IOException e) {
      deleteAfter(e, name);
      throw e;
    }
  }

  /** Frees the name for another attempt. */
  private void deleteAfter(IOException failure, String name) {
    try {
      files.delete(name);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Deletes a kept file. Returns false if there is none. */
  boolean giveUp() throws IOException {
    String kept = ready.poll();
    if (kept == null) {
      return false;
    }
    files.delete(kept);
    return true;
  }

  /** Deletes the files that an earlier process kept. */
  static void deleteLeftIn(Folder files) throws IOException {
    for (String name : files.list()) {
      if (NAME.matcher(name).matches()) {
        files.delete(name);
      }
    }
  }
}
