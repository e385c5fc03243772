package io.weir.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.StringUtils;

/** What editors are told of the properties. */
final class MetadataTest {

  private static final Pattern NAME =
      Pattern.compile("\\{\"name\": \"(weir\\.[a-z.-]+)\", \"type\": \"[a-z]");

  @Test
  void editorsKnowEveryPropertyAndNoOther() throws IOException {
    String text;
    try (var file =
        WeirProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      text = new String(file.readAllBytes(), UTF_8);
    }
    var described = NAME.matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(name -> !name.equals("weir.embedded"))
        .collect(toSet());

    var properties = Stream.concat(
            Arrays.stream(WeirProperties.class.getRecordComponents())
                .filter(component -> component.getType() != WeirProperties.Embedded.class)
                .map(component -> "weir." + dashed(component)),
            Arrays.stream(WeirProperties.Embedded.class.getRecordComponents())
                .map(component -> "weir.embedded." + dashed(component)))
        .collect(toSet());
    assertThat(described).isEqualTo(properties);
  }

  private static String dashed(RecordComponent component) {
    return StringUtils.collectionToDelimitedString(
        Arrays.stream(component.getName().split("(?=[A-Z])"))
            .map(String::toLowerCase)
            .toList(),
        "-");
  }
}
