package io.weir.engine.log;

/**
 * The log on disk is not the one that was written: opening it would lose acknowledged records, so
 * it is refused.
 *
 * <p>Nothing was changed on disk. Not retryable: an operator decides, with file and offset at hand.
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

  /** Of a log that was durable up to a position and is not that long any more. */
  public static LogDamaged endsTooEarly(String file, long offset, long position, long reached) {
    return new LogDamaged(
        Kind.ENDS_TOO_EARLY, file, offset, "position=" + position + " reached=" + reached);
  }

  public Kind kind() {
    return kind;
  }

  /** Name of the file, inside the log's folder. */
  public String file() {
    return file;
  }

  /** Where in the file the damage begins, in bytes. */
  public long offset() {
    return offset;
  }

  /** What is wrong. */
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
