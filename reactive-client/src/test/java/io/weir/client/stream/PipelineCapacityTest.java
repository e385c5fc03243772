package io.weir.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.WeirClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pipelines stay open, so they leave streams to other requests. */
final class PipelineCapacityTest {

  @ParameterizedTest
  @CsvSource({"1, 1, 0", "1, 2, 1", "1, 3, 1", "2, 1, 1", "2, 100, 100"})
  void pipelinesMayUseHalfOfTheStreams(int connections, int streams, int pipelines) {
    var capacity = PipelineCapacity.of(WeirClient.builder()
        .connections(connections)
        .streamsPerConnection(streams)
        .build()
        .pool());

    for (var i = 0; i < pipelines; i++) {
      assertThat(capacity.pipelines().enter()).isTrue();
    }
    assertThat(capacity.pipelines().enter()).isFalse();
  }

  @Test
  void endedPipelinesAndOperationsMakeRoom() {
    var capacity = new PipelineCapacity(1, 1);
    capacity.pipelines().enter();
    capacity.waiting().enter();
    assertThat(capacity.pipelines().enter()).isFalse();
    assertThat(capacity.waiting().enter()).isFalse();

    capacity.pipelines().leave();
    capacity.waiting().leave();

    assertThat(capacity.pipelines().enter()).isTrue();
    assertThat(capacity.waiting().enter()).isTrue();
  }
}
