package io.weir.engine.record;

import io.weir.engine.index.TreeKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Adds before-images to the changes of one record, as far as the record has room.
 *
 * <p>A write never fails because of an image. A log of the default size takes records twice as long
 * as their changes may be, and an image that does not fit is left out. With all images, the record
 * of a joint commit of 1,000 removals could reach a gigabyte, which every reader of the log would
 * have to hold.
 *
 * <p>Pure functions.
 */
public final class BeforeImages {

  private static final int MOST_CHANGES_BYTES = 20 << 20;

  private BeforeImages() {}

  /**
   * Returns the most bytes of a record without its images: 20 MiB, which takes the longest joint
   * commit, or less if the log takes less.
   *
   * @param mostBytes of a record
   */
  public static int mostChangesBytes(int mostBytes) {
    return Math.min(mostBytes, MOST_CHANGES_BYTES);
  }

  /** Finds stored forms. */
  @FunctionalInterface
  public interface StoredForms {

    /** Returns the form that a change replaces; null when there is none. */
    byte @Nullable [] find(byte[] key);
  }

  /**
   * Returns the changes, those of some tables with the form that they replace.
   *
   * @param changes of distinct keys, without images
   * @param keepsImages the ids of these tables
   * @param mostBytes of the record
   */
  public static List<Change> addedTo(
      List<Change> changes, IntPredicate keepsImages, StoredForms stored, long mostBytes) {
    if (!anyOf(changes, keepsImages)) {
      return changes;
    }
    var room = mostBytes - LogRecord.lengthBytes(changes);
    var all = new ArrayList<Change>(changes.size());
    for (var change : changes) {
      if (keepsImages.test(TreeKeys.tableOf(change.key()))) {
        var image = fitting(image(stored.find(change.key())), room);
        room -= image.lengthBytes();
        all.add(change.with(image));
      } else {
        all.add(change);
      }
    }
    return all;
  }

  /** A loop and no stream: every write passes here. */
  private static boolean anyOf(List<Change> changes, IntPredicate keepsImages) {
    for (var i = 0; i < changes.size(); i++) {
      if (keepsImages.test(TreeKeys.tableOf(changes.get(i).key()))) {
        return true;
      }
    }
    return false;
  }

  /** Returns changes whose images fit a record together: the first ones keep theirs. */
  public static List<Change> fitting(List<Change> changes, long mostBytes) {
    if (LogRecord.lengthBytes(changes) <= mostBytes) {
      return changes;
    }
    var room = mostBytes - LogRecord.lengthBytes(changes) + lengthBytes(changes);
    var all = new ArrayList<Change>(changes.size());
    for (var change : changes) {
      var before = change.before();
      if (before == null) {
        all.add(change);
      } else {
        var image = fitting(before, room);
        room -= image.lengthBytes();
        all.add(change.with(image));
      }
    }
    return all;
  }

  /** Returns the bytes that the images of the changes add to a record. */
  public static long lengthBytes(List<Change> changes) {
    var length = 0L;
    for (var change : changes) {
      var before = change.before();
      length += before == null ? 0 : before.lengthBytes();
    }
    return length;
  }

  private static BeforeImage image(byte @Nullable [] stored) {
    return stored == null ? BeforeImage.NOTHING : BeforeImage.of(stored);
  }

  private static BeforeImage fitting(BeforeImage image, long room) {
    return image.stored() == null || image.lengthBytes() <= room ? image : BeforeImage.LEFT_OUT;
  }
}
