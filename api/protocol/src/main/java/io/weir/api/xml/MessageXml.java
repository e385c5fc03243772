package io.weir.api.xml;

import io.weir.api.queue.HiddenMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.TakenMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Messages as XML documents. White space in a text counts.
 *
 * <p>Readers fail with {@code InvalidXmlDocument} or {@code MissingRequiredXmlNode} for another
 * document, and as {@link MessageText} does.
 */
public final class MessageXml {

  /**
   * Room for the longest text if each of its bytes is a reference of six characters, and for the
   * elements.
   */
  private static final int MAX_BYTES = 6 * QueueLimits.MAX_TEXT_BYTES + 1024;

  private static final int MAX_LIST_BYTES = QueueLimits.MAX_MESSAGES * MAX_BYTES;

  private static final String MESSAGE = "QueueMessage";
  private static final String TEXT = "MessageText";
  private static final String ID = "MessageId";
  private static final String INSERTED = "InsertionTime";
  private static final String EXPIRES = "ExpirationTime";
  private static final String VISIBLE = "TimeNextVisible";
  private static final String RECEIPT = "PopReceipt";
  private static final String COUNT = "DequeueCount";

  private MessageXml() {}

  /** Writes a message that a client sends. */
  public static byte[] text(MessageText text) {
    return Element.of(MESSAGE, Element.text(TEXT, text.value())).document();
  }

  /** Reads the text of a message that a client sends. */
  public static MessageText readText(byte[] document) {
    return new MessageText(Element.parseVerbatim(document, MAX_BYTES)
        .requireName(MESSAGE)
        .require(TEXT)
        .text());
  }

  public static byte[] sent(SentMessage sent) {
    return list(List.of(sent), MessageXml::elementOfSent);
  }

  public static byte[] taken(List<TakenMessage> messages) {
    return list(messages, MessageXml::elementOfTaken);
  }

  public static byte[] seen(List<Message> messages) {
    return list(messages, MessageXml::elementOfSeen);
  }

  public static byte[] hidden(List<HiddenMessage> messages) {
    return list(messages, MessageXml::elementOfHidden);
  }

  /** Reads the answer to a message that was sent. Its moments are in whole seconds. */
  public static SentMessage readSent(byte[] document) {
    var element = parse(document).require(MESSAGE);
    return new SentMessage(
        id(element),
        receipt(element),
        moment(element, INSERTED),
        moment(element, EXPIRES),
        moment(element, VISIBLE));
  }

  /** Reads the messages of a take. Their moments are in whole seconds. */
  public static List<TakenMessage> readTaken(byte[] document) {
    return parse(document).list(MESSAGE).stream()
        .map(element ->
            new TakenMessage(message(element), receipt(element), moment(element, VISIBLE)))
        .toList();
  }

  /** Reads the messages of a look. Their moments are in whole seconds. */
  public static List<Message> readSeen(byte[] document) {
    return parse(document).list(MESSAGE).stream().map(MessageXml::message).toList();
  }

  /** Reads the messages of a look at hidden ones. Their moments are in whole seconds. */
  public static List<HiddenMessage> readHidden(byte[] document) {
    return parse(document).list(MESSAGE).stream()
        .map(element -> new HiddenMessage(message(element), moment(element, VISIBLE)))
        .toList();
  }

  private static Element parse(byte[] document) {
    return Element.parseVerbatim(document, MAX_LIST_BYTES).requireName("QueueMessagesList");
  }

  private static Message message(Element element) {
    return new Message(
        id(element),
        moment(element, INSERTED),
        moment(element, EXPIRES),
        element.number(COUNT, 0, Integer.MAX_VALUE),
        new MessageText(element.require(TEXT).text()));
  }

  private static MessageId id(Element element) {
    return MessageId.parse(element.require(ID).text());
  }

  private static PopReceipt receipt(Element element) {
    return new PopReceipt(element.require(RECEIPT).text());
  }

  private static Instant moment(Element element, String name) {
    return QueueXml.readDate(element.require(name).text());
  }

  private static <T> byte[] list(List<T> messages, Function<T, Element> element) {
    return Element.of("QueueMessagesList", messages.stream().map(element).toArray(Element[]::new))
        .document();
  }

  private static Element elementOfSent(SentMessage sent) {
    return Element.of(
        MESSAGE,
        Element.text(ID, sent.id().toString()),
        Element.text(INSERTED, QueueXml.date(sent.insertedAt())),
        Element.text(EXPIRES, QueueXml.date(sent.expiresAt())),
        Element.text(RECEIPT, sent.receipt().value()),
        Element.text(VISIBLE, QueueXml.date(sent.nextVisibleAt())));
  }

  private static Element elementOfTaken(TakenMessage taken) {
    var parts = head(taken.message());
    parts.add(Element.text(RECEIPT, taken.receipt().value()));
    parts.add(Element.text(VISIBLE, QueueXml.date(taken.nextVisibleAt())));
    return withTail(parts, taken.message());
  }

  private static Element elementOfSeen(Message message) {
    return withTail(head(message), message);
  }

  private static Element elementOfHidden(HiddenMessage hidden) {
    var parts = head(hidden.message());
    parts.add(Element.text(VISIBLE, QueueXml.date(hidden.nextVisibleAt())));
    return withTail(parts, hidden.message());
  }

  private static List<Element> head(Message message) {
    var parts = new ArrayList<Element>();
    parts.add(Element.text(ID, message.id().toString()));
    parts.add(Element.text(INSERTED, QueueXml.date(message.insertedAt())));
    parts.add(Element.text(EXPIRES, QueueXml.date(message.expiresAt())));
    return parts;
  }

  private static Element withTail(List<Element> parts, Message message) {
    parts.add(Element.text(COUNT, Integer.toString(message.dequeueCount())));
    parts.add(Element.text(TEXT, message.text().value()));
    return Element.of(MESSAGE, parts.toArray(Element[]::new));
  }
}
