package io.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.weir.client.call.Call;
import io.weir.client.call.RequestNotSent;
import io.weir.client.exchange.Protocol;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;
import reactor.netty.Connection;
import reactor.util.context.Context;

/** What is known of a request whose stream ends, by what could be written of it. */
final class SendTrackerTest {

  private final IOException lost = new IOException("closed before the answer");

  private final SendTracker tracker =
      new SendTracker(Call.under(Context.empty()), Protocol.HTTP_2, Long.MIN_VALUE);

  @Test
  void aRequestWhoseHeadCannotBeWrittenWasNotSent() {
    write(true, false);

    assertThat(tracker.explain(lost)).isInstanceOf(RequestNotSent.class);
  }

  @Test
  void aRequestWhoseBodyCannotBeWrittenMayHaveArrived() {
    write(false, true);

    assertThat(tracker.explain(lost)).isSameAs(lost);
  }

  @Test
  void aRequestThatWasWrittenMayHaveArrived() {
    write(false, false);

    assertThat(tracker.explain(lost)).isSameAs(lost);
  }

  /** Sends a head and a body over a stream that may refuse either. */
  private void write(boolean headFails, boolean bodyFails) {
    var stream = new EmbeddedChannel();
    tracker.sentBy(Connection.from(stream));
    stream.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
      @Override
      public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        var fails = message instanceof Http2HeadersFrame ? headFails : bodyFails;
        if (fails) {
          promise.setFailure(new ClosedChannelException());
        } else {
          promise.setSuccess();
        }
      }
    });
    var unused = stream.write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers()));
    unused = stream.write(new DefaultHttp2DataFrame(Unpooled.EMPTY_BUFFER));
    stream.runPendingTasks();
  }
}
