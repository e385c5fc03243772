package io.weir.perf.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.perf.target.WrongAnswer;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class PgOutputInsertsTest {

  private final PgOutputInserts inserts = new PgOutputInserts();

  @Test
  void theTextOfEachColumnIsReadAndNullsAreNot() {
    var message = ByteBuffer.allocate(64).put((byte) 'I').putInt(16_384).put((byte) 'N');
    message.putShort((short) 3).put((byte) 't').putInt(5).put("grö2".getBytes(UTF_8));
    message.put((byte) 'n').put((byte) 't').putInt(0);

    inserts.add(message.flip());

    assertThat(inserts.count()).isEqualTo(1);
    assertThat(inserts.letters()).isEqualTo("grö2".length());
    assertThat(message.hasRemaining()).isFalse();
  }

  @Test
  void otherMessagesAreNoInserts() {
    inserts.add(ByteBuffer.wrap(new byte[] {'B', 0, 0, 0}));
    inserts.add(ByteBuffer.wrap(new byte[] {'C', 0}));

    assertThat(inserts.count()).isZero();
  }

  @Test
  void anInsertWithoutANewRowIsRefused() {
    var message = ByteBuffer.wrap(new byte[] {'I', 0, 0, 0, 1, 'K'});

    assertThatThrownBy(() -> inserts.add(message)).isInstanceOf(WrongAnswer.class);
  }
}
