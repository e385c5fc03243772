package io.weir.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** A service without the annotation. */
final class TestServiceTest {

  @Test
  void servicesBesideEachOtherHaveStoresOfTheirOwn() {
    try (var one = TestService.start();
        var other = TestService.start()) {
      one.client().createTable(new TableName("Birds")).block();

      assertThat(other.client().tables().collectList().block()).isEmpty();
      assertThat(other.endpoint()).isNotEqualTo(one.endpoint());
    }
  }

  @Test
  void aClosedServiceListensNoMore() throws IOException {
    var service = TestService.start();
    var port = URI.create(service.endpoint()).getPort();
    new Socket(InetAddress.getLoopbackAddress(), port).close();

    service.close();

    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
  }
}
