package io.weir.server.operator;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.api.search.SearchMeasures;
import java.util.function.ToDoubleFunction;

/**
 * Meters of full-text searches, of all tables together. Any thread. The registry does not hold the
 * measures.
 */
public final class SearchMetrics {

  private static final double MILLIS_A_SECOND = 1e3;

  private SearchMetrics() {}

  /** Registers the meters. The caller keeps the measures while they are scraped. */
  public static void bind(ServerMetrics metrics, SearchMeasures measures) {
    var registry = metrics.registry();
    gauge(registry, measures, "weir.searches", "Tables with a search.", SearchMeasures::searches);
    gauge(
        registry,
        measures,
        "weir.searches.building",
        "Tables whose text index, or a successor of it, is being built.",
        SearchMeasures::building);
    gauge(
        registry,
        measures,
        "weir.searches.failed",
        "Tables whose text index has failed and does not answer.",
        SearchMeasures::failed);
    gauge(
        registry,
        measures,
        "weir.search.bytes",
        "Bytes of the files of all text indexes at their last commits.",
        SearchMeasures::bytes);
    gauge(
        registry,
        measures,
        "weir.search.documents",
        "Entities in all text indexes.",
        SearchMeasures::documents);
    gauge(
        registry,
        measures,
        "weir.search.lag.seconds",
        "How long ago the text index that is behind most held everything, as an upper bound.",
        each -> each.lag().toMillis() / MILLIS_A_SECOND);
    gauge(
        registry,
        measures,
        "weir.search.lag.bytes",
        "Bytes of the log that the text index that is behind most has not followed.",
        SearchMeasures::lagBytes);
    FunctionCounter.builder("weir.search.failures", measures, SearchMeasures::failures)
        .description("Failures of text indexes, repeated tries included.")
        .register(registry);
  }

  private static void gauge(
      MeterRegistry registry,
      SearchMeasures measures,
      String name,
      String text,
      ToDoubleFunction<SearchMeasures> value) {
    Gauge.builder(name, measures, value).description(text).register(registry);
  }
}
