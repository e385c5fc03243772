package io.weir.api;

/**
 * The cost of answering a query, or a segment of its answer.
 *
 * @param path the access path of the plan
 * @param index the names of the indexes that the plan uses, separated by commas; empty when it uses
 *     none
 * @param ranges number of disjoint key ranges, or ranges of index entries, in the plan
 * @param scanned number of entities and index entries read
 * @param returned number of entities that matched and were returned
 */
public record QueryReport(AccessPath path, String index, int ranges, long scanned, long returned) {

  /** Makes the report of a plan without an index. */
  public QueryReport(AccessPath path, int ranges, long scanned, long returned) {
    this(path, "", ranges, scanned, returned);
  }
}
