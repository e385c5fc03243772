/**
 * The pattern "data series": many values of a series in one entity for each period.
 *
 * <p>A period, such as a day, is divided into slots, such as hours. The entity of a period has the row key {@code SERIES!START}, and a Double
 * property {@code S000}, {@code S001} and so on for each slot that has a value.
 *
 * <p>Demand: periods are read as the subscriber requests their points. Threads: those of the service. Failures: those of {@link
 * io.weir.api.TableService}. Begin at {@link io.weir.pattern.series.DataSeries}.
 */
@NullMarked
package io.weir.pattern.series;

import org.jspecify.annotations.NullMarked;
