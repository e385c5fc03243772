package io.weir.client.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.WeirClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pipelines stay open, and leave streams to others. */
final class PipelineRoomTest {

  @ParameterizedTest
  @CsvSource({"1, 1, 0", "1, 2, 1", "1, 3, 1", "2, 1, 1", "2, 100, 100"})
  void pipelinesHaveHalfOfTheStreams(int connections, int streams, int pipelines) {
    var room = PipelineRoom.of(WeirClient.builder()
        .connections(connections)
        .streamsPerConnection(streams)
        .build()
        .pool());

    for (var i = 0; i < pipelines; i++) {
      assertThat(room.begin()).isTrue();
    }
    assertThat(room.begin()).isFalse();
  }

  @Test
  void whatEndsMakesRoom() {
    var room = new PipelineRoom(1, 1);
    room.begin();
    room.enter();
    assertThat(room.begin()).isFalse();
    assertThat(room.enter()).isFalse();

    room.end();
    room.leave();

    assertThat(room.begin()).isTrue();
    assertThat(room.enter()).isTrue();
  }
}
