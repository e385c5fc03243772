package io.weir.api.search;

import io.weir.api.TableName;
import java.time.Duration;

/**
 * The search of a table as it is at one moment.
 *
 * @param documents entities in the index that answers, or in the first one while that is built
 * @param bytes length of the files of that index
 * @param lag see {@link SearchPage#lag}
 * @param lagBytes bytes of the service's log that the index has not followed, with those of other tables
 * @param isRebuilding whether a successor of the index is being built, which will take its place
 * @param rebuilt entities in that successor
 * @param failure why the index cannot be kept; empty unless it has {@link SearchState#FAILED}
 */
public record SearchStatus(
    TableName table,
    SearchDefinition definition,
    SearchState state,
    long documents,
    long bytes,
    Duration lag,
    long lagBytes,
    boolean isRebuilding,
    long rebuilt,
    String failure) {}
