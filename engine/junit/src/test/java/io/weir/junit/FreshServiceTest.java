package io.weir.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.client.WeirClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;

/** A class each of whose tests has a service of its own. */
@WeirTest(fresh = true)
final class FreshServiceTest {

  private static final TableName BIRDS = new TableName("Birds");

  @BeforeEach
  void create(WeirClient client) {
    client.createTable(BIRDS).block();
  }

  @RepeatedTest(2)
  void aTestFindsOnlyWhatItStoredItself(WeirClient client) {
    assertThat(client.tables().collectList().block()).containsExactly(BIRDS);
  }
}
