package io.weir.api.search;

import io.weir.api.TableName;
import java.time.Duration;

/**
 * The search of a table as it is at one moment.
 *
 * @param documents entities in the index that answers, or in the first one while that is built
 * @param bytes length of the files of that index
 * @param lag see {@link SearchPage#lag}
 * @param lagBytes bytes of the service's log that the index has not followed, with those of other
 *     tables
 * @param isRebuilding whether a successor will take the place of the index that answers: it is
 *     being built, or is about to be
 * @param rebuilt entities in that successor
 * @param failure why the index, or its successor, cannot be kept at present; empty without a
 *     failure
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
