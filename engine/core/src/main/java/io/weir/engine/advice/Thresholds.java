package io.weir.engine.advice;

import java.time.Duration;

/**
 * The numbers from which on rules give advice. All numbers are of the time that the record of
 * requests covers, at most an hour.
 *
 * @param scanAnswers answers that read much and return little, of one shape
 * @param scanRecords records of such answers: a single record of a sample counts for many answers,
 *     and may be the only one
 * @param scanEntities entities that these answers have read
 * @param scanReturned largest share of them that was returned
 * @param unusedQueries queries of a table that might have used an index and have not
 * @param unusedAge time since a query first met the index
 * @param hotRequests requests of one partition
 * @param hotShare its share of the table's requests
 * @param hotPartitions partitions that the table has; with fewer a large share is no surprise
 * @param appendStores writes of one partition that store entities
 * @param appendShare their share of the table's writes
 * @param appendRising share of them that come after all earlier row keys
 * @param appendAdvances times that a greater partition took over as the last one within a window,
 *     when the last one is called the end
 * @param largeEntities entities of one partition
 * @param largeBytes bytes of one partition
 * @param nearLimit the share of a limit from which a size is near it
 * @param unreadReads reads of a table, each of which selects properties
 * @param unreadShare share of the written bytes that a property has which no read names
 * @param removals removals of one partition that arrive alone
 * @param removalsRising share of them that come in the order of row keys
 * @param aloneStores writes of one partition that arrive alone
 * @param aloneShare their share of the partition's writes
 * @param aloneBytes largest average of their length
 */
public record Thresholds(
    long scanAnswers,
    long scanRecords,
    long scanEntities,
    double scanReturned,
    long unusedQueries,
    Duration unusedAge,
    long hotRequests,
    double hotShare,
    int hotPartitions,
    long appendStores,
    double appendShare,
    double appendRising,
    long appendAdvances,
    long largeEntities,
    long largeBytes,
    double nearLimit,
    long unreadReads,
    double unreadShare,
    long removals,
    double removalsRising,
    long aloneStores,
    double aloneShare,
    long aloneBytes) {

  /**
   * The thresholds of the service.
   *
   * <p>The planner takes an index that holds fewer than a quarter of the entities; a tenth leaves a
   * margin. Of 20,000 reads about 300 are sampled: what none of them names has less than 1 % of the
   * reads with 95 % confidence.
   */
  public static final Thresholds DEFAULT = new Thresholds(
      10,
      5,
      10_000,
      0.1,
      1_000,
      Duration.ofHours(1),
      10_000,
      0.5,
      10,
      5_000,
      0.8,
      0.9,
      5,
      5_000_000,
      1L << 30,
      0.75,
      20_000,
      0.1,
      1_000,
      0.9,
      10_000,
      0.9,
      4_096);

  /**
   * Returns the largest number of partitions that a rule asks for: from there on they need not be
   * counted.
   */
  int partitionsToCount() {
    return hotPartitions;
  }
}
