package io.weir.server.queue;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.xml.Element;
import io.weir.server.answer.HttpReply;

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
}
