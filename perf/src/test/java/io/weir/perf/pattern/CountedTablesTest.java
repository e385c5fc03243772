package io.weir.perf.pattern;

import static io.weir.testkit.ForwardedCalls.REFUSED;
import static io.weir.testkit.ForwardedCalls.deviations;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

/** What is measured is the service that a pattern calls. */
final class CountedTablesTest {

  @Test
  void everyCallIsForwardedExceptForExpiryAndSettingsOfFeeds() {
    assertThat(deviations(tables -> new CountedTables(tables, new CallCounts())))
        .containsOnly(
            entry("setExpiry(TableName, Expiry)", REFUSED),
            entry("removeExpiry(TableName)", REFUSED),
            entry("expiry(TableName)", REFUSED),
            entry("setFeedSettings(TableName, FeedSettings)", REFUSED),
            entry("feedSettings(TableName)", REFUSED));
  }
}
