package io.weir.api.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.HiddenMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.TakenMessage;
import io.weir.api.wire.HttpDate;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every writer of dates writes two digits for the day. */
final class WrittenDatesTest {

  private static final String[] DAYS = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  private static final String[] MONTHS = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
  };
  private static final MessageId ID = new MessageId(new UUID(1, 2));
  private static final PopReceipt RECEIPT = new PopReceipt("receipt");

  static Stream<LocalDate> daysOfALeapYear() {
    return LocalDate.of(2028, 1, 1).datesUntil(LocalDate.of(2029, 1, 1));
  }

  @ParameterizedTest
  @MethodSource("daysOfALeapYear")
  void aDayHasTwoDigits(LocalDate day) {
    var moment = day.atTime(1, 2, 3).toInstant(ZoneOffset.UTC);
    var text = expected(day);

    assertThat(QueueXml.date(moment)).isEqualTo(text);
    assertThat(HttpDate.of(moment.plusNanos(999_999_999))).isEqualTo(text);
    assertThat(new HttpDate(() -> moment).now()).isEqualTo(text);
    assertThat(QueueXml.readDate(text)).isEqualTo(moment);
    for (var document : documents(moment)) {
      assertThat(document.split(text, -1)).hasSizeGreaterThan(2);
      assertThat(document.replace(text, "")).doesNotContain("GMT");
    }
  }

  /** Returns each document that holds dates, with the moment as each of them. */
  private static List<String> documents(Instant moment) {
    var message = new Message(ID, moment, moment, 1, new MessageText("text"));
    return Stream.of(
            MessageXml.sent(new SentMessage(ID, RECEIPT, moment, moment, moment)),
            MessageXml.taken(List.of(new TakenMessage(message, RECEIPT, moment))),
            MessageXml.seen(List.of(message)),
            MessageXml.hidden(List.of(new HiddenMessage(message, moment))))
        .map(document -> new String(document, UTF_8))
        .toList();
  }

  private static String expected(LocalDate day) {
    var number = day.getDayOfMonth();
    return DAYS[day.getDayOfWeek().getValue() - 1] + ", " + number / 10 + number % 10 + " "
        + MONTHS[day.getMonthValue() - 1] + " 2028 01:02:03 GMT";
  }

  @ParameterizedTest
  @CsvSource({"'Sat, 05 Dec 2026 21:21:12 GMT'", "'Sat, 5 Dec 2026 21:21:12 GMT'"})
  void aReaderTakesOneDigitToo(String text) {
    assertThat(QueueXml.readDate(text)).isEqualTo(Instant.parse("2026-12-05T21:21:12Z"));
  }

  @Test
  void otherTextIsNoDate() {
    assertThat(HttpDate.read("2026-12-05")).isEmpty();
    assertThat(HttpDate.read("")).isEmpty();
  }
}
