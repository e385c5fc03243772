package io.weir.engine.store;

/**
 * What a start had to do before the store could serve, counted: it depends on what lies in the folder and on no clock.
 *
 * @param snapshotBytes length of the snapshot that was loaded; 0 where there was none, or none was needed
 * @param segments segment files of the log that were read
 * @param logBytes frames of the log that were read
 * @param pages pages that were built
 * @param deletedFiles page files that were deleted, because they could not be used again
 */
public record StartWork(
    long snapshotBytes, int segments, long logBytes, long pages, int deletedFiles) {

  static final StartWork NONE = new StartWork(0, 0, 0, 0, 0);
}
