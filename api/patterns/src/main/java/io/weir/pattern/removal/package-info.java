/**
 * The pattern "high-volume delete": the removal of many entities.
 *
 * <p>{@link io.weir.pattern.removal.HighVolumeDelete} removes ranges of keys by one request where the service can, and otherwise
 * reads the keys page by page and removes them in batches. It reports how far it is, and continues from there after a failure.
 *
 * <p>Demand: a page is read when the subscriber requests its progress. Threads: those of the service; a pause that keeps the rate ends on
 * Reactor's parallel scheduler. Failures: those of {@link io.weir.api.TableService}; an entity that is already gone is none.
 */
@NullMarked
package io.weir.pattern.removal;

import org.jspecify.annotations.NullMarked;
