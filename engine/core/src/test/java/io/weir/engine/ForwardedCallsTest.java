package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.ForwardedCalls;
import org.junit.jupiter.api.Test;

/**
 * The engine has every method of the contract, except for those that the contract defines by
 * another method.
 */
final class ForwardedCallsTest {

  @Test
  void nothingIsLeftToADefaultThatRefuses() {
    assertThat(ForwardedCalls.defaults(EngineTables.class))
        .containsExactly(
            "changes(ConsumerName, Filter)",
            "count(TableName, Query)",
            "deleteIfExists(TableName, EntityKey)",
            "deleteIfExists(TableName, EntityKey, IfMatch)",
            "get(TableName, EntityKey)",
            "query(TableName, Query)",
            "tables()");
  }
}
