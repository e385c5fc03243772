package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every address names a resource or is refused. Every media type can be parsed. */
class AddressFuzzTest {

  private static final Grammar ADDRESSES = new Grammar() {
    @Override
    public String draw(Draw draw) {
      var host = draw.oneIn(6) ? "http://127.0.0.1:10002" : "";
      var account = draw.of("/devstoreaccount1", "/devstoreaccount1-secondary", "/a%31b2");
      return host + account + resource(draw) + (draw.oneIn(2) ? "?" + options(draw) : "");
    }

    @Override
    public List<String> words() {
      return List.of(
          "/",
          "//",
          "?",
          "&",
          "=",
          "%",
          "%2",
          "%00",
          "%27",
          "%ff",
          "%C3%A9",
          "%ED%A0%80",
          "+",
          "'",
          "''",
          "(",
          ")",
          ",",
          "PartitionKey=",
          "RowKey='r'",
          "$batch",
          "Tables",
          "..",
          "http://",
          "\u00e9");
    }
  };

  private static String resource(Draw draw) {
    return draw.of(
        "",
        "/",
        "/Tables",
        "/Tables('Birds')",
        "/Tables(%27Birds%27)",
        "/Birds",
        "/Birds()",
        "/$batch",
        "/Birds/$bulk",
        "/Birds(PartitionKey='" + key(draw) + "',RowKey='" + key(draw) + "')",
        "/Birds(PartitionKey=%27" + key(draw) + "%27,RowKey=%27" + key(draw) + "%27)",
        "/Birds(RowKey='" + key(draw) + "', PartitionKey='" + key(draw) + "')/");
  }

  private static String key(Draw draw) {
    return draw.times(
        draw.below(4),
        "",
        () -> draw.of("a", "''", "%27%27", "%20", "+", "%C3%A9", "%2F", "(", ")", ",", "="));
  }

  private static String options(Draw draw) {
    return draw.times(
        1 + draw.below(3),
        "&",
        () -> draw.of(
                "$filter",
                "$top",
                "$select",
                "comp",
                "NextRowKey",
                "%24filter",
                draw.word() + draw.below(99))
            + draw.of("", "=", "=1", "=A%20eq%20'x'", "=a+b", "=%C3%A9"));
  }

  @Test
  void everyAddressNamesAResourceOrIsRefused() {
    var outcome = Fuzz.of("address").run(ADDRESSES, address -> {
      var head = TestHeads.of("GET", address);
      ResourcePath.parse(head.path().rawResource());
    });

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 10);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 20);
  }
}
