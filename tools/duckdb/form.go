package duckdb

import (
	"reflect"
	"strings"

	duck "github.com/duckdb/duckdb-go/v2"
)

// form is a type of Go in SQL: its type there, and its values as the driver takes them. Package answer declares what has a
// form, so that SQL has all that JSON has: a STRUCT has the names of the JSON.
type form struct {
	sql   duck.TypeInfo
	value func(reflect.Value) any
}

func formOf(t reflect.Type) form {
	switch t.Kind() {
	case reflect.Bool:
		return form{boolean, reflect.Value.Interface}
	case reflect.Float64:
		return form{number, reflect.Value.Interface}
	case reflect.Int:
		return form{integer, func(v reflect.Value) any { return int32(v.Int()) }}
	case reflect.Pointer:
		of := formOf(t.Elem())
		return form{of.sql, func(v reflect.Value) any {
			if v.IsNil() {
				return nil
			}
			return of.value(v.Elem())
		}}
	case reflect.Slice:
		of := formOf(t.Elem())
		return form{must(duck.NewListInfo(of.sql)), func(v reflect.Value) any {
			list := make([]any, v.Len())
			for i := range list {
				list[i] = of.value(v.Index(i))
			}
			return list
		}}
	case reflect.Struct:
		return structForm(t)
	}
	return form{text, func(v reflect.Value) any { return said(v.String()) }}
}

// structForm is that of the fields of a struct, without those of an embedded pointer: details that nobody asks for.
func structForm(t reflect.Type) form {
	var columns []duck.ColumnInfo
	var fields []reflect.StructField
	var forms []form
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous || len(f.Index) > 1 && t.FieldByIndex(f.Index[:len(f.Index)-1]).Type.Kind() == reflect.Pointer {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		of := formOf(f.Type)
		columns, fields, forms = append(columns, duck.ColumnInfo{Name: name, T: of.sql}), append(fields, f), append(forms, of)
	}
	return form{structOf(columns), func(v reflect.Value) any {
		values := make(map[string]any, len(fields))
		for i, f := range fields {
			values[columns[i].Name] = forms[i].value(v.FieldByIndex(f.Index))
		}
		return values
	}}
}
