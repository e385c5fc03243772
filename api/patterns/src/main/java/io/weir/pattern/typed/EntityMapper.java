package io.weir.pattern.typed;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.weir.api.entity.ETag;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * The mapper between Java values and trees of one level. It supports Jackson's annotations and
 * {@link JsonText}. Properties keep the order of their declaration. The mapper does not convert
 * numbers to text or text to numbers.
 */
final class EntityMapper {

  private EntityMapper() {}

  /**
   * Returns a mapper for a type and its subtypes. {@link Hierarchy} decides which subtype a value
   * has.
   */
  static JsonMapper forType(Class<?> base) {
    return JsonMapper.builder()
        .annotationIntrospector(new Introspector(base))
        .addModule(NativeTypes.module())
        .addMixIn(ETag.class, TagAsText.class)
        .disable(
            MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .build();
  }

  /** Maps the contract's ETag as text. */
  private abstract static class TagAsText {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    TagAsText(String unused) {}

    @JsonValue
    abstract String text();
  }

  private static final class Introspector extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private final Class<?> base;

    Introspector(Class<?> base) {
      this.base = base;
    }

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
        MapperConfig<?> config, Annotated annotated) {
      return annotated instanceof AnnotatedClass && base.isAssignableFrom(annotated.getRawType())
          ? null
          : super.findPolymorphicTypeInfo(config, annotated);
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
      return annotated.hasAnnotation(JsonText.class)
          ? new JsonTexts.Writer()
          : super.findSerializer(config, annotated);
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
      return annotated.hasAnnotation(JsonText.class)
          ? new JsonTexts.Reader()
          : super.findDeserializer(config, annotated);
    }
  }
}
