package io.weir.server.json;

import io.weir.testkit.Draw;
import io.weir.testkit.Grammar;
import java.util.List;

/** Bodies of entities, both valid and invalid. */
final class JsonTexts implements Grammar {

  @Override
  public String draw(Draw draw) {
    var keys = draw.oneIn(8)
        ? ""
        : "\"PartitionKey\":" + draw.of("\"p\"", "\"\"", string(draw)) + ",\"RowKey\":\""
            + draw.below(9) + "\",";
    var properties = draw.times(draw.below(6), ",", () -> property(draw));
    return Grammar.utf8("{" + keys + properties + (properties.isEmpty() ? "\"N\":1" : "") + "}");
  }

  @Override
  public List<String> words() {
    return List.of(
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\u0000",
        "\\ud800",
        "\\",
        ":",
        ",",
        "null",
        "@odata.type",
        "\"odata.etag\":",
        "1e999",
        "Edm.",
        "\u00c3\u00a9",
        "\u00ed\u00a0\u0080",
        "\u00ff",
        "\"PartitionKey\":\"p\",",
        " ");
  }

  private static String property(Draw draw) {
    var name =
        (draw.oneIn(20) ? draw.of("Timestamp", "odata.etag", "a-b", "") : draw.of("A", "_x", "é"))
            + draw.below(1000);
    if (draw.oneIn(2)) {
      return "\"" + name + "\":" + value(draw);
    }
    var type = draw.oneIn(20)
        ? draw.of("Edm.Single", "")
        : draw.of(
            "Edm.String",
            "Edm.Int32",
            "Edm.Int64",
            "Edm.Double",
            "Edm.Boolean",
            "Edm.DateTime",
            "Edm.Guid",
            "Edm.Binary");
    var annotation = "\"" + name + "@odata.type\":\"" + type + "\"";
    var member = "\"" + name + "\":" + (draw.oneIn(10) ? value(draw) : valueOf(type, draw));
    return draw.oneIn(4) ? member + "," + annotation : annotation + "," + member;
  }

  private static String value(Draw draw) {
    return draw.oneIn(20)
        ? draw.of("{}", "[1,{\"a\":[]}]", draw.numeral())
        : draw.of(
            string(draw),
            Integer.toString(draw.below(99)),
            "true",
            "null",
            "\"NaN\"",
            "1.5e-7",
            "-0.0");
  }

  private static String valueOf(String type, Draw draw) {
    return switch (type) {
      case "Edm.Int64" -> "\"" + draw.of(Long.toString(draw.number()), draw.numeral()) + "\"";
      case "Edm.Int32" -> draw.of("7", "-2147483648", draw.numeral());
      case "Edm.Double" ->
        draw.of("7", "\"Infinity\"", "\"" + draw.numeral() + "\"", draw.numeral());
      case "Edm.Boolean" -> draw.of("true", "\"true\"", "\"TRUE\"");
      case "Edm.DateTime" ->
        draw.of(
            "\"2020-11-07T01:23:21.0555975Z\"",
            "\"2020-11-07T01:23:21+05:30\"",
            "\"1601-01-01T00:00:00Z\"",
            "\"1600\"");
      case "Edm.Guid" ->
        draw.of(
            "\"c9da6455-213d-42c9-9a79-3e9149a57833\"", "\"00000000-0000-0000-0000-000000000000\"");
      case "Edm.Binary" -> draw.of("\"AQID\"", "\"\"", "\"AA==\"", "\"A\"");
      default -> string(draw);
    };
  }

  private static String string(Draw draw) {
    return "\"" + draw.of("x", "é", "", draw.text(5)).replace("\\", "\\\\").replace("\"", "\\\"")
        + "\"";
  }
}
