package io.weir.server.queue;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import io.weir.server.xml.Element;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Creates replies of the protocol of queues. */
final class QueueReplies {

  private QueueReplies() {}

  static HttpReply xml(HttpResponseStatus status, byte[] document) {
    return HttpReply.of(
        status,
        HttpHeaderValues.APPLICATION_XML,
        allocator -> allocator.buffer(document.length).writeBytes(document));
  }

  static HttpReply noContent() {
    return HttpReply.of(HttpResponseStatus.NO_CONTENT);
  }

  /** Returns the body of an error. */
  static byte[] error(String code, String text, String requestId, String time) {
    return Element.of(
            "Error",
            Element.text("Code", code),
            Element.text("Message", text + "\nRequestId:" + requestId + "\nTime:" + time))
        .document();
  }

  /** Returns a moment as the protocol writes it, in whole seconds. */
  static String date(Instant moment) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(moment.atOffset(ZoneOffset.UTC));
  }
}
