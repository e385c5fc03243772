package io.weir.cli.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class HeaderNamesTest {

  @Test
  void anIdentifierIsUnchanged() {
    assertThat(HeaderNames.of(List.of("flight_date", "id", "Größe")))
        .containsExactly("flight_date", "id", "Größe");
  }

  @Test
  void wordsAreJoinedWithCapitals() {
    assertThat(
            HeaderNames.of(List.of("Airport Name", "Cost Total $", "Speed IAS in knots", "a.b-c")))
        .containsExactly("AirportName", "CostTotal", "SpeedIASInKnots", "ABC");
  }

  @Test
  void headersThatCannotBeginANameGetAPrefixOrANumber() {
    assertThat(HeaderNames.of(List.of("1st", "", "$$")))
        .containsExactly("_1st", "Column2", "Column3");
  }

  @Test
  void takenNamesGetANumber() {
    assertThat(HeaderNames.of(List.of("A B", "A-B", "AB", "Timestamp")))
        .containsExactly("AB", "AB2", "AB3", "Timestamp2");
  }

  @Property(tries = 500)
  void everyNameIsAValidPropertyName(@ForAll @Size(max = 20) List<String> headers) {
    var entity = Entity.builder("p", "r");

    for (var name : HeaderNames.of(headers)) {
      entity.set(name, 1);
    }

    assertThat(entity.build().toMap()).hasSize(headers.size());
  }
}
