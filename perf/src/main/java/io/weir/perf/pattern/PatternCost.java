package io.weir.perf.pattern;

/**
 * The cost of one way to answer a question. Counts and times are those of all repetitions together.
 *
 * @param pattern the page that describes the pattern
 * @param question what is done once
 * @param way how
 * @param kind whether the way is the naive one, the pattern, or the service's own
 * @param times how often it was measured
 * @param requests calls of the contract
 * @param read entities and index entries that the service looked at
 * @param written entities that were written or removed; those of a removed range are not counted
 * @param serverMicros processor time of the servers, without JIT compilers
 * @param elapsedMicros time on the clock
 * @param storedBytes what the pages in use grew by; {@link #NOT_MEASURED} unless the question is about storage
 */
record PatternCost(
    String pattern,
    String question,
    String way,
    Kind kind,
    int times,
    long requests,
    long read,
    long written,
    long serverMicros,
    long elapsedMicros,
    long storedBytes) {

  static final long NOT_MEASURED = -1;

  /** The kind of a way: without the pattern, with it, or by a feature of the service. */
  enum Kind {
    NAIVE,
    PATTERN,
    NATIVE
  }

  PatternCost storing(long bytes) {
    return new PatternCost(
        pattern,
        question,
        way,
        kind,
        times,
        requests,
        read,
        written,
        serverMicros,
        elapsedMicros,
        bytes);
  }

  /** Returns a total divided by the number of repetitions. */
  double each(long total) {
    return (double) total / times;
  }
}
