package io.weir.engine.log;

/**
 * Thrown if the log on disk differs from the log that was written. Opening it would lose
 * acknowledged records, so it is refused.
 *
 * <p>Nothing was changed on disk. Not retryable: file and offset let an operator decide.
 */
public final class LogDamaged extends LogException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final String file;
  private final long offset;

  LogDamaged(Kind kind, String file, long offset, String facts) {
    super(
        kind.text + " file=" + file + " offset=" + offset + (facts.isEmpty() ? "" : " " + facts),
        null);
    this.kind = kind;
    this.file = file;
    this.offset = offset;
  }

  /** Returns the failure for a log that was durable up to a position and is now shorter. */
  public static LogDamaged endsTooEarly(String file, long offset, long position, long reached) {
    return new LogDamaged(
        Kind.ENDS_TOO_EARLY, file, offset, "position=" + position + " reached=" + reached);
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the name of the file in the log's folder. */
  public String file() {
    return file;
  }

  /** Returns where the damage begins in the file, in bytes. */
  public long offset() {
    return offset;
  }

  /** The kind of damage. */
  public enum Kind {
    NOT_A_SEGMENT("the file is not a log segment"),
    UNKNOWN_VERSION("the segment has a format version that this program does not know"),
    OTHER_STORE("the segment belongs to another store"),
    BAD_HEADER("the header of the segment is damaged"),
    WRONG_SIZE("the segment is not as long as its header says"),
    BAD_FRAME("a frame that was durable is damaged"),
    GAP("the frames end before the next segment begins"),
    BEGINS_TOO_LATE("the log begins after the position to replay from"),
    ENDS_TOO_EARLY("the log ends before a position that it had reached"),
    INSIDE_A_FRAME("the position to replay from lies inside a frame");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }
}
