package io.weir.server.queue;

import io.weir.api.queue.Message;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.TakenMessage;
import io.weir.server.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Messages as XML documents. White space in a text counts. */
final class MessageXml {

  /** Room for the longest text if each of its bytes is a reference of six characters, and for the elements. */
  private static final int MAX_BYTES = 6 * QueueLimits.MAX_TEXT_BYTES + 1024;

  private static final String MESSAGE = "QueueMessage";
  private static final String TEXT = "MessageText";

  private MessageXml() {}

  /**
   * Reads the text of a message that a client sends. Fails with {@code InvalidXmlDocument} or {@code MissingRequiredXmlNode} for another
   * document, and as {@link MessageText} does.
   */
  static MessageText read(byte[] document) {
    return new MessageText(Element.parseVerbatim(document, MAX_BYTES)
        .requireName(MESSAGE)
        .require(TEXT)
        .text());
  }

  static byte[] sent(SentMessage sent) {
    return list(List.of(sent), MessageXml::elementOfSent);
  }

  static byte[] taken(List<TakenMessage> messages) {
    return list(messages, MessageXml::elementOfTaken);
  }

  static byte[] seen(List<Message> messages) {
    return list(messages, MessageXml::elementOfSeen);
  }

  private static <T> byte[] list(List<T> messages, Function<T, Element> element) {
    return Element.of("QueueMessagesList", messages.stream().map(element).toArray(Element[]::new))
        .document();
  }

  private static Element elementOfSent(SentMessage sent) {
    return Element.of(
        MESSAGE,
        Element.text("MessageId", sent.id().toString()),
        Element.text("InsertionTime", QueueReplies.date(sent.insertedAt())),
        Element.text("ExpirationTime", QueueReplies.date(sent.expiresAt())),
        Element.text("PopReceipt", sent.receipt().value()),
        Element.text("TimeNextVisible", QueueReplies.date(sent.nextVisibleAt())));
  }

  private static Element elementOfTaken(TakenMessage taken) {
    var parts = head(taken.message());
    parts.add(Element.text("PopReceipt", taken.receipt().value()));
    parts.add(Element.text("TimeNextVisible", QueueReplies.date(taken.nextVisibleAt())));
    return withTail(parts, taken.message());
  }

  private static Element elementOfSeen(Message message) {
    return withTail(head(message), message);
  }

  private static List<Element> head(Message message) {
    var parts = new ArrayList<Element>();
    parts.add(Element.text("MessageId", message.id().toString()));
    parts.add(Element.text("InsertionTime", QueueReplies.date(message.insertedAt())));
    parts.add(Element.text("ExpirationTime", QueueReplies.date(message.expiresAt())));
    return parts;
  }

  private static Element withTail(List<Element> parts, Message message) {
    parts.add(Element.text("DequeueCount", Integer.toString(message.dequeueCount())));
    parts.add(Element.text(TEXT, message.text().value()));
    return Element.of(MESSAGE, parts.toArray(Element[]::new));
  }
}
