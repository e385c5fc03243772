package io.weir.server.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.regex.Pattern;

/** What tests read of the protocol's answers, and the document of a message. */
final class QueueAnswers {

  private QueueAnswers() {}

  /** Returns the document of a message. {@code escaped} is its text as XML. */
  static String body(String escaped) {
    return "<QueueMessage><MessageText>" + escaped + "</MessageText></QueueMessage>";
  }

  /** Returns the text of the first element of this name. */
  static String part(HttpResponse<String> answer, String name) {
    var found = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(answer.body());
    assertThat(found.find()).as(answer.body()).isTrue();
    return found.group(1);
  }

  static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElseThrow();
  }

  static void assertRefused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
    assertThat(answer.body()).contains("<Code>" + code + "</Code>");
  }
}
