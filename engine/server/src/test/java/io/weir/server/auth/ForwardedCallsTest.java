package io.weir.server.auth;

import static io.weir.testkit.ForwardedCalls.REFUSED;
import static io.weir.testkit.ForwardedCalls.deviations;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.netty.channel.DefaultEventLoop;
import io.weir.api.wire.Dialect;
import io.weir.server.request.RequestTimeout;
import io.weir.server.request.TestHeads;
import org.junit.jupiter.api.Test;

/**
 * The endpoint's decorators forward every method of the contract. A grant does so except for what
 * takes the account's key.
 */
final class ForwardedCallsTest {

  private static final String OF_THE_KEY = "AuthorizationFailure";

  /** Allows everything. */
  private static final Grant ALL = new AccountGrant("sco", "rwdlacu");

  @Test
  void onlyWhatTakesTheKeyIsNotForwarded() {
    assertThat(deviations(tables -> new GrantedTables(tables, ALL)))
        .containsOnly(
            entry("set(TableName, TableSetting, Object)", REFUSED),
            entry("clear(TableName, TableSetting)", REFUSED),
            entry("setting(TableName, TableSetting)", REFUSED),
            entry("consumers().create(ConsumerName, Optional, FeedStart)", OF_THE_KEY),
            entry("consumers().reset(ConsumerName, FeedStart)", OF_THE_KEY),
            entry("consumers().delete(ConsumerName)", OF_THE_KEY),
            entry(
                "consumers().advance(ConsumerName, long, FeedToken)",
                "consumers().get(ConsumerName)"));
  }

  @Test
  void aTimeoutBoundsEverything() {
    var loop = new DefaultEventLoop();
    try {
      var head = TestHeads.of("GET", "/devstoreaccount1/Tables", Dialect.TIMEOUT_HEADER, "60000");
      var timeout = RequestTimeout.of(head, loop).orElseThrow();

      assertThat(deviations(timeout::on)).isEmpty();
    } finally {
      loop.shutdownGracefully().syncUninterruptibly();
    }
  }
}
