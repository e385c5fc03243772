package io.weir.api.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * The mapper of all {@link JsonForm}s, and what it knows of records and enums: a component is
 * required unless it is optional, and the name of an enum is in lower case. Any thread.
 *
 * <p>deliberate: members that are no components are <em>ignored</em>, which then fails. The library
 * reports one that is <em>unknown</em> only after it has made the record, too late for its place.
 */
final class RecordMembers extends JacksonAnnotationIntrospector {

  static final JsonMapper MAPPER = JsonMapper.builder(Json.FACTORY)
      .annotationIntrospector(new RecordMembers())
      .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
      .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS) // Json#read does
      .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
      .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
      .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
      .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
      .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
      .changeDefaultPropertyInclusion(
          include -> include.withValueInclusion(JsonInclude.Include.NON_ABSENT))
      .changeDefaultNullHandling(nulls -> JsonSetter.Value.forContentNulls(Nulls.FAIL))
      .withCoercionConfigDefaults(RecordMembers::refuseAll)
      .withCoercionConfig(LogicalType.Textual, RecordMembers::refuseAll)
      .withCoercionConfig(
          LogicalType.Float,
          config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert))
      .build();

  private static final long serialVersionUID = 1;

  @Override
  public JsonIncludeProperties.Value findPropertyInclusionByName(
      MapperConfig<?> config, Annotated annotated) {
    var type = annotated.getRawType();
    return type.isRecord()
        ? new Names(Arrays.stream(type.getRecordComponents())
            .map(RecordMembers::nameOf)
            .collect(Collectors.toSet()))
        : super.findPropertyInclusionByName(config, annotated);
  }

  private static String nameOf(RecordComponent component) {
    var given = component.getAccessor().getAnnotation(JsonProperty.class);
    return given == null ? component.getName() : given.value();
  }

  @Override
  public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    return !member.getType().isReferenceType();
  }

  @Override
  public String[] findEnumValues(
      MapperConfig<?> config, AnnotatedClass type, Enum<?>[] values, String[] names) {
    Arrays.setAll(names, each -> values[each].name().toLowerCase(Locale.ROOT));
    return names;
  }

  private static void refuseAll(MutableCoercionConfig config) {
    for (var shape : CoercionInputShape.values()) {
      config.setCoercion(shape, CoercionAction.Fail);
    }
  }

  private static final class Names extends JsonIncludeProperties.Value {

    private static final long serialVersionUID = 1;

    Names(Set<String> names) {
      super(names, false);
    }
  }
}
