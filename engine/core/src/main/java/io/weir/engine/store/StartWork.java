package io.weir.engine.store;

/**
 * The work that a start did before the store could serve. The numbers depend on the files in the
 * folder and on no clock.
 *
 * @param snapshotBytes length of the loaded snapshot; 0 when none was loaded
 * @param segments number of log segments that were read
 * @param logBytes bytes of log frames that were read
 * @param pages number of pages that were built
 * @param deletedFiles number of page files that were deleted because they could not be reused
 */
public record StartWork(
    long snapshotBytes, int segments, long logBytes, long pages, int deletedFiles) {

  static final StartWork NONE = new StartWork(0, 0, 0, 0, 0);

  /** Returns whether nothing was there to build a store from: it is new, or was never written. */
  boolean foundNothing() {
    return snapshotBytes == 0 && logBytes == 0;
  }
}
