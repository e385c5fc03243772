package io.weir.server.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A JSON body that is written when its reply is sent. */
final class HttpReplyTest {

  @Test
  void aBodyIsWrittenIntoABufferOfTheCaller() {
    var reply = HttpReply.json(HttpResponseStatus.OK, body -> body.writeCharSequence("{}", UTF_8));

    var body = reply.body().write(UnpooledByteBufAllocator.DEFAULT);
    assertThat(body.toString(UTF_8)).isEqualTo("{}");
    assertThat(body.release()).isTrue();
  }

  @Test
  void theBufferOfABodyThatCannotBeWrittenIsReleased() {
    var begun = new AtomicReference<ByteBuf>();
    var reply = HttpReply.json(HttpResponseStatus.OK, body -> {
      begun.set(body);
      throw new IllegalStateException("no body");
    });

    assertThatThrownBy(() -> reply.body().write(UnpooledByteBufAllocator.DEFAULT))
        .hasMessage("no body");
    assertThat(begun.get().refCnt()).isZero();
  }
}
