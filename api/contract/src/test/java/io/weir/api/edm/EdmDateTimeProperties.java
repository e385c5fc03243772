package io.weir.api.edm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class EdmDateTimeProperties {

  @Property
  void everyTickIsReadBackFromTextAndInstant(
      @ForAll @LongRange(min = 0, max = EdmDateTime.MAX_TICKS) long ticks) {
    var value = new EdmDateTime(ticks);

    assertThat(EdmDateTime.parse(value.toString())).isEqualTo(value);
    assertThat(EdmDateTime.of(value.toInstant())).isEqualTo(value);
  }

  @Property
  void anOffsetChangesTheTextAndNotTheTime(
      @ForAll @LongRange(min = 864_000_000_000L, max = EdmDateTime.MAX_TICKS - 864_000_000_000L)
          long ticks,
      @ForAll @IntRange(min = -1080, max = 1080) int offsetMinutes) {
    var value = new EdmDateTime(ticks);
    var offset = ZoneOffset.ofTotalSeconds(offsetMinutes * 60);

    assertThat(EdmDateTime.parse(
            OffsetDateTime.ofInstant(value.toInstant(), offset).toString()))
        .isEqualTo(value);
  }

  @Property
  void theNextTickIsALaterTime(
      @ForAll @LongRange(min = 0, max = EdmDateTime.MAX_TICKS - 1) long ticks) {
    var value = new EdmDateTime(ticks);
    var next = new EdmDateTime(ticks + 1);

    assertThat(value).isLessThan(next);
    assertThat(value.toInstant()).isBefore(next.toInstant());
  }
}
