package io.weir.cli.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.queue.MessageText;
import io.weir.api.queue.QueueName;
import io.weir.api.xml.Element;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.List;
import java.util.Optional;

/** One queue of a running service: a request of the protocol for each operation. Blocks, and fails as {@link QueueEndpoint} does. */
final class RemoteQueue {

  private final QueueEndpoint service;
  private final String queue;
  private final String messages;

  RemoteQueue(QueueEndpoint service, QueueName name) {
    this.service = service;
    this.queue = "/" + name.value();
    this.messages = queue + "/messages";
  }

  void create() throws IOException {
    service.send("PUT", queue, "");
  }

  void delete() throws IOException {
    service.send("DELETE", queue, "");
  }

  /** Deletes all messages. */
  void clear() throws IOException {
    service.send("DELETE", messages, "");
  }

  /** Returns the number of messages as the service gives it. */
  String count() throws IOException {
    return service
        .send("GET", queue + "?comp=metadata", "metadata")
        .headers()
        .firstValue("x-ms-approximate-messages-count")
        .orElse("?");
  }

  void put(MessageText text, int delaySeconds, int timeToLiveSeconds) throws IOException {
    service.send(
        "POST",
        messages + "?visibilitytimeout=" + delaySeconds + "&messagettl=" + timeToLiveSeconds,
        "",
        Optional.of(Element.of("QueueMessage", Element.text("MessageText", text.value()))));
  }

  /** Hides up to {@code count} messages from others for the seconds, and returns them. */
  List<Element> take(int count, int visibilitySeconds) throws IOException {
    return messages("?numofmessages=" + count + "&visibilitytimeout=" + visibilitySeconds);
  }

  /** Returns up to {@code count} messages and leaves them visible. */
  List<Element> peek(int count) throws IOException {
    return messages("?peekonly=true&numofmessages=" + count);
  }

  /** Deletes a message that was taken. */
  void delete(Element taken) throws IOException {
    var receipt = URLEncoder.encode(taken.require("PopReceipt").text(), UTF_8);
    service.send(
        "DELETE",
        messages + "/" + taken.require("MessageId").text() + "?popreceipt=" + receipt,
        "");
  }

  private List<Element> messages(String options) throws IOException {
    return QueueEndpoint.document(service.send("GET", messages + options, "")).children();
  }
}
